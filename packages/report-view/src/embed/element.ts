/** The script that other websites load: defines `<funnel-report>`. It has no report and no token of its own. */
import { type Attributes, frameAddress, OBSERVED } from './frame-address.ts';
import { type FromFrame, type Look, messageIn, type ToFrame } from './messages.ts';
import { givenToken, tokenFrom } from './given-token.ts';
import { VARIABLES } from './apply-look.ts';

/** What the page returns: a token, or the answer of the authorization server. */
type GetToken = () => Promise<unknown>;

const SANDBOX = 'allow-scripts allow-same-origin allow-downloads';
const DARK = matchMedia('(prefers-color-scheme: dark)');
/** A frame that says nothing so long after it was loaded is not allowed here, or is an error page. */
const SILENCE_MS = 5_000;
const NOT_SHOWN =
  'The report cannot be shown here: the dashboard cannot be reached, or this origin is not one of the allowed origins of the account.';
const NO_REPORT = 'The attributes website, report and campaign name no report.';
const NO_TOKEN = 'The page has handed over no token.';
const script = document.currentScript;
const DASHBOARD = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin;

class FunnelReport extends HTMLElement {
  static observedAttributes = OBSERVED;

  #getToken: GetToken | undefined;
  /** Whether the frame waits for a token that nobody has. */
  #isAsked = false;
  #willLoad = false;
  /** The code of the last error: the same one is told once. */
  #lastError: unknown;
  #isThere = false;
  readonly #frame = document.createElement('iframe');
  readonly #message = document.createElement('p');
  readonly #hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === this.#frame.contentWindow && origin === DASHBOARD) this.#heard(messageIn(data));
  };
  readonly #look = () => this.updateLook();

  constructor() {
    super();
    const frame = this.#frame;
    frame.referrerPolicy = 'origin';
    frame.setAttribute('sandbox', SANDBOX);
    frame.allow = 'clipboard-write';
    frame.addEventListener('load', () => setTimeout(() => this.#checkSilence(), SILENCE_MS));
    Object.assign(frame.style, { display: 'block', width: '100%', border: '0' });
    this.attachShadow({ mode: 'open' }).append(frame, this.#message);
    // A page may have set it before this script was loaded.
    const early = Object.getOwnPropertyDescriptor(this, 'getToken');
    if (early) {
      Reflect.deleteProperty(this, 'getToken');
      this.getToken = early.value as GetToken;
    }
  }

  /** Returns a token for the website; asked again before it ends. */
  get getToken(): GetToken | undefined {
    return this.#getToken;
  }

  set getToken(getToken: GetToken | undefined) {
    this.#getToken = getToken;
    if (this.#isAsked) void this.#handOver();
  }

  connectedCallback(): void {
    this.style.display ||= 'block';
    addEventListener('message', this.#hear);
    DARK.addEventListener('change', this.#look);
    this.#loadSoon();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear);
    DARK.removeEventListener('change', this.#look);
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return;
    if (name === 'height') this.#setHeight(undefined);
    else if (name === 'language' || name === 'theme') this.updateLook();
    else this.#loadSoon();
  }

  /** Tells the frame the colours, the font and the language again, after the page has changed them. */
  updateLook(): void {
    const style = getComputedStyle(this);
    const variables = Object.fromEntries(
      Object.keys(VARIABLES).flatMap((name) => {
        const value = style.getPropertyValue(name).trim();
        return value === '' ? [] : [[name, value]];
      }),
    );
    const look: Look = { language: this.#of('language'), theme: this.#of('theme'), variables };
    this.#tell({ type: 'funnel:look', ...look });
  }

  /** Once for all attributes that a page sets one after the other. */
  #loadSoon(): void {
    if (this.#willLoad) return;
    this.#willLoad = true;
    queueMicrotask(() => {
      this.#willLoad = false;
      if (this.isConnected) this.#load();
    });
  }

  #load(): void {
    const address = frameAddress(this.#attributes(), DASHBOARD);
    this.#setHeight(undefined);
    this.#frame.title = this.#of('label') ?? 'Funnel report';
    this.#frame.style.display = address === undefined ? 'none' : 'block';
    this.#message.textContent = address === undefined ? NO_REPORT : '';
    if (address === undefined) {
      this.#frame.removeAttribute('src');
      this.#fire('error', { code: 'no_report', message: NO_REPORT });
    } else if (this.#frame.src !== address) {
      this.#isThere = false;
      this.#lastError = undefined;
      this.#frame.src = address;
    }
  }

  #heard(message: Readonly<Record<string, unknown>>): void {
    const { type, height, address, code, message: text } = message;
    switch (type as FromFrame['type']) {
      case 'funnel:hello':
        this.#isThere = true;
        this.updateLook();
        void this.#handOver();
        break;
      case 'funnel:token-needed':
        void this.#handOver();
        break;
      case 'funnel:height':
        this.#setHeight(Number(height));
        break;
      case 'funnel:ready':
        this.#fire('ready', {});
        break;
      case 'funnel:navigate':
        this.#fire('navigate', { address });
        break;
      case 'funnel:error':
        // The frame says the same about a token that this element did not get.
        if (code !== this.#lastError) this.#fire('error', { code, message: text });
        break;
    }
  }

  /** A token goes to the dashboard and nowhere else: the browser compares the origin. */
  async #handOver(): Promise<void> {
    const { website, campaign, 'token-url': url } = this.#attributes();
    const getToken = this.#getToken;
    this.#isAsked = !getToken && url === undefined;
    if (this.#isAsked) return;
    try {
      const shown = { website: Number(website), campaign };
      const given: unknown = getToken ? await getToken() : await tokenFrom(url ?? '', shown);
      const found = givenToken(given);
      if (!found) throw new Error(NO_TOKEN);
      this.#lastError = undefined;
      this.#tell({ type: 'funnel:token', ...found });
    } catch (error) {
      this.#tell({ type: 'funnel:no-token' });
      this.#fire('error', { code: 'no_token', message: error instanceof Error ? error.message : NO_TOKEN });
    }
  }

  #checkSilence(): void {
    if (!this.#isThere && this.isConnected && this.#frame.src !== '' && this.#lastError !== 'not_shown')
      this.#fire('error', { code: 'not_shown', message: NOT_SHOWN });
  }

  #tell(message: ToFrame): void {
    if (this.#isThere) this.#frame.contentWindow?.postMessage(message, DASHBOARD);
  }

  #fire(name: 'ready' | 'error' | 'navigate', detail: Readonly<Record<string, unknown>>): void {
    if (name === 'error') this.#lastError = detail['code'];
    this.dispatchEvent(new CustomEvent(`funnel:${name}`, { detail, bubbles: true }));
  }

  #setHeight(content: number | undefined): void {
    const asked = this.#of('height') ?? 'auto';
    if (asked !== 'auto') this.#frame.style.height = asked;
    else if (content === undefined) this.#frame.style.height ||= '400px';
    else if (content > 0) this.#frame.style.height = `${Math.ceil(content)}px`;
  }

  #of(name: string): string | undefined {
    return this.getAttribute(name) ?? undefined;
  }

  #attributes(): Attributes {
    return Object.fromEntries(OBSERVED.map((name) => [name, this.#of(name)]));
  }
}

if (!customElements.get('funnel-report')) customElements.define('funnel-report', FunnelReport);
