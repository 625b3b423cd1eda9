/** What our mails say: plain text, and the same as HTML that every mail program shows. */

/** A letter to somebody. `token` is that of its link. */
export type Mail =
  | { kind: 'welcome' | 'confirm' | 'reset'; to: string; name: string; token: string }
  | { kind: 'email-changed'; to: string; name: string; newEmail: string }
  | { kind: 'google-connected'; to: string; name: string; google: string }
  | { kind: 'google-disconnected'; to: string; name: string; google: string }

type Letter = { subject: string; lines: string[]; link?: { text: string; path: string }; after: string[] }
export type WrittenMail = { subject: string; text: string; html: string }

const NOT_YOU = 'If it was not you, you need do nothing: without this link nothing happens.'

function write(mail: Mail): Letter {
  if (mail.kind === 'email-changed')
    return {
      subject: 'Your e-mail address at Kade was changed',
      lines: [`From now on your Kade account belongs to ${mail.newEmail}, and mails go there.`],
      after: ['If it was not you, answer this mail at once: somebody knows your password.'],
    }
  if (mail.kind === 'google-connected')
    return {
      subject: 'Google is connected to your Kade account',
      lines: [`From now on the Google account ${mail.google} signs in to your Kade account, too. You can disconnect it in Settings.`],
      after: ['If it was not you, choose a new password at once, and disconnect it: somebody knows your password.'],
    }
  if (mail.kind === 'google-disconnected')
    return {
      subject: 'Google is disconnected from your Kade account',
      lines: [
        `The Google account ${mail.google} does not sign in to your Kade account any more: your password does. You can connect it again in Settings.`,
      ],
      after: ['If it was not you, choose a new password at once: somebody knows yours, or was signed in.'],
    }
  if (mail.kind === 'welcome')
    return {
      subject: 'Welcome to Kade',
      lines: [
        'Your account is open. You can like offers and shops, and find them again on every device.',
        'Please confirm that this address is yours:',
      ],
      link: { text: 'Confirm my address', path: `/settings?confirm=${mail.token}` },
      after: ['The link works for seven days. Until then everything works all the same.'],
    }
  if (mail.kind === 'confirm')
    return {
      subject: 'Please confirm your e-mail address',
      lines: ['Your Kade account has this e-mail address now. Please confirm that it is yours:'],
      link: { text: 'Confirm my address', path: `/settings?confirm=${mail.token}` },
      after: ['The link works for seven days. Those of earlier mails do not work any more.'],
    }
  return {
    subject: 'A new password for Kade',
    lines: ['Somebody, most likely you, asked for a new password for your Kade account.'],
    link: { text: 'Choose a new password', path: `/login?reset=${mail.token}` },
    after: ['The link works once, and for 30 minutes.', NOT_YOU],
  }
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

/** Writes a mail; `base` is where this installation is reached from outside, never what a request says of itself. */
export function writeMail(mail: Mail, base: string): WrittenMail {
  const { subject, lines, link, after } = write(mail)
  const greeting = `Hello ${mail.name},`
  const address = link && base + link.path
  const text = [greeting, ...lines, ...(address ? [address] : []), ...after, 'Kade'].join('\n\n')
  const button =
    link && address
      ? paragraph(
          `<a href="${escape(address)}" style="background:#0b6b4f;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escape(link.text)}</a>`,
        ) + paragraph(`Or open this address: ${escape(address)}`)
      : ''
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#15201b;max-width:560px;margin:24px auto;padding:0 16px">${[greeting, ...lines].map((line) => paragraph(escape(line))).join('')}${button}${[...after, 'Kade'].map((line) => paragraph(escape(line))).join('')}</body></html>`
  return { subject, text: `${text}\n`, html }
}
