/**
 * Call it before the content is drawn anew, and the result afterwards: it gives the focus back to the same element, which is
 * another object then. Without it, the Enter key of a person who uses the keyboard would be lost when a chart arrives.
 */
export function keepFocus(content: HTMLElement): () => void {
  const { activeElement } = document;
  if (!activeElement || !content.contains(activeElement)) return () => {};
  const { tagName, textContent } = activeElement;
  const alike = () =>
    [...content.querySelectorAll<HTMLElement>(tagName)].filter((one) => one.textContent === textContent);
  const place = alike().findIndex((one) => one === activeElement);
  return () => alike()[place]?.focus();
}
