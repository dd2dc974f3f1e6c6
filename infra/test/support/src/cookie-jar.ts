/** The cookies of one server, by path, as in a browser. */
export class CookieJar {
  readonly #cookies = new Map<string, { name: string; path: string; value: string }>();
  /** All values that cookies have had. */
  readonly values: string[] = [];

  headerFor(pathname: string): string {
    return [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const isDeleted = /expires=Thu, 01 Jan 1970/i.test(line) || value === '';
      if (isDeleted) this.#cookies.delete(`${name} ${path}`);
      else {
        this.#cookies.set(`${name} ${path}`, { name, path, value });
        this.values.push(value);
      }
    }
  }
}
