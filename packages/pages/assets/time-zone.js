// Fills in the time zone of the browser. Without it the form says UTC, and people choose another one.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll('[data-time-zone]')) {
  const isListed = field.options === undefined || [...field.options].some(({ value }) => value === zone);
  if (zone && isListed) field.value = zone;
}
