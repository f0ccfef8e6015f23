// rules: floating-promise
// The same with types.
interface Mail {
  to: string;
}

async function send(mail: Mail): Promise<void> {
  if (!mail.to.includes('@')) throw new TypeError(`not an address: ${mail.to}`);
}

export function welcome(user: { email: string }): void {
  send({ to: user.email }); // expect: floating-promise
  console.log('welcome');
}
