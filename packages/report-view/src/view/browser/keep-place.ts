/**
 * Call it before the content is drawn again, and the result afterwards: it opens the details that were open, and gives
 * the focus back to the element with the same name. Otherwise people who use the keyboard lose their place when a chart
 * arrives.
 */
export function keepPlace(content: HTMLElement): () => void {
  const opened = [...content.querySelectorAll('details[open] > summary')].map(
    ({ textContent }) => textContent,
  );
  const focusAgain = keepFocus(content);
  return () => {
    for (const summary of content.querySelectorAll('details > summary')) {
      if (opened.includes(summary.textContent)) summary.parentElement?.setAttribute('open', '');
    }
    focusAgain();
  };
}

function keepFocus(content: HTMLElement): () => void {
  // Inside of an embed, the document only knows the element that contains it.
  const { activeElement } = content.getRootNode() as Document | ShadowRoot;
  if (!activeElement || !content.contains(activeElement)) return () => {};
  const signOf = (one: Element) =>
    one.getAttribute('aria-label') ?? one.getAttribute('data-metric') ?? one.textContent;
  const sign = signOf(activeElement);
  const alike = () =>
    [...content.querySelectorAll<HTMLElement>(activeElement.tagName)].filter((one) => signOf(one) === sign);
  const place = alike().findIndex((one) => one === activeElement);
  return () => alike()[place]?.focus();
}
