// Shows the passkey buttons, which do nothing without a script or in an old browser.
const canUse = typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
for (const part of document.querySelectorAll('[data-passkey]')) {
  if (canUse) part.hidden = false;
  const button = part.querySelector('button');
  button.addEventListener('click', () => void send(part, button));
}

async function send(part, button) {
  const form = button.form;
  const status = part.querySelector('[role=status]');
  if (!form.reportValidity()) return;
  button.disabled = true;
  status.textContent = 'Waiting for your passkey …';
  try {
    const credential = await ask(part.dataset.passkey, JSON.parse(part.dataset.options));
    form.elements.passkey.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    status.textContent = 'The passkey was not used. Try again.';
    button.disabled = false;
  }
}

function ask(purpose, options) {
  if (purpose === 'create')
    return navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    });
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
