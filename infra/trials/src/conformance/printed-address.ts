import { grantAccess, type Person } from '@funnel/testing';

/** For tools that print an address to open: opens it, logs in, allows access and follows the redirect back. */
export function openPrintedAddress(
  person: Person,
  callbackOrigin: string,
): (printed: string) => Promise<void> {
  let isOpened = false;
  return async (printed) => {
    // Waits for the white space after it: the address may be printed in parts.
    const [address] = /https?:\/\/\S*code_challenge=\S*(?=\s)/.exec(printed) ?? [];
    if (!address || isOpened) return;
    isOpened = true;
    await fetch(await grantAccess(address, person, callbackOrigin));
  };
}
