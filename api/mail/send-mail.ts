/** Hands a mail to the SMTP server of SMTP_URL, or lays it into the outbox folder where there is none. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { createTransport as createSmtp } from 'nodemailer'

import type { Context } from '../context.ts'
import type { WrittenMail } from './write-mail.ts'

export type OutgoingMail = WrittenMail & { to: string; id: string }
const PATIENCE = 20_000

/** The same mail has the same Message-ID however often it is tried, so that a mail program shows one. */
const messageId = (id: string, from: string) => `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'kade.example'}>`

export function createTransport({ config, log }: Context): (mail: OutgoingMail) => Promise<void> {
  const limits = { connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE }
  const toMessage = ({ to, subject, text, html, id }: OutgoingMail) => ({
    from: config.MAIL_FROM,
    // An object, so that no comma or line break in it makes two addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: messageId(id, config.MAIL_FROM),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (config.SMTP_URL) {
    const smtp = createSmtp({ url: config.SMTP_URL, ...limits })
    return async (mail) => void (await smtp.sendMail(toMessage(mail)))
  }
  const outbox = path.join(config.DATA_DIR, 'outbox')
  const writer = createSmtp({ streamTransport: true, buffer: true })
  return async (mail) => {
    const { message } = await writer.sendMail(toMessage(mail))
    await mkdir(outbox, { recursive: true })
    const file = path.join(outbox, `${mail.id}.eml`)
    // Whole or not at all, and the same file however often it is tried.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${file}.part`, file)
    log.info({ file }, 'there is no SMTP_URL: the mail lies in the outbox')
  }
}
