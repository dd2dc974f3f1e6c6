import { grantAccess, type Person } from '@funnel/testing';

/** For tools that print an address for a person to open: the person opens it, logs in, allows and goes back. */
export function openPrintedAddress(
  person: Person,
  callbackOrigin: string,
): (printed: string) => Promise<void> {
  let isOpened = false;
  return async (printed) => {
    // Up to the white space after it: a part of an address may have been printed.
    const [address] = /https?:\/\/\S*code_challenge=\S*(?=\s)/.exec(printed) ?? [];
    if (!address || isOpened) return;
    isOpened = true;
    await fetch(await grantAccess(address, person, callbackOrigin));
  };
}
