type Child = Node | string | undefined | false;
type Value = string | number | boolean | undefined | ((event: Event) => void);
type Attributes = Readonly<Record<string, Value>>;

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. Text stays text, whatever it contains: names of campaigns are written by strangers. A key that
 * begins with `--` sets a property of the style, which the policy of the page allows; a style attribute it does not.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<One extends HTMLElement | SVGElement>(
  element: One,
  attributes: Attributes,
  children: readonly Child[],
): One {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name.startsWith('--')) element.style.setProperty(name, String(value));
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export function button(text: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el('button', { type: 'button', click, ...attributes }, text);
}
