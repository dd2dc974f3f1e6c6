type Child = Node | string | undefined | false;
type Value = string | number | boolean | undefined | ((event: Event) => void);

/**
 * Creates an element. Text stays text, whatever it contains: names of campaigns are written by strangers. A key that
 * begins with `--` sets a property of the style, which the policy of the page allows; a style attribute it does not.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name.startsWith('--')) element.style.setProperty(name, String(value));
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** A button that asks for something, or plain text where the host asks nothing for a view. */
export function opener(text: string, open: (() => void) | undefined): HTMLElement {
  return open ? el('button', { type: 'button', class: 'link', click: open }, text) : el('span', {}, text);
}
