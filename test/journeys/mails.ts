import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Server } from '#test/server.ts'

/** The mails to an address that a server has laid into its outbox, as text whose lines are not broken. */
export function readMails({ directory }: Server, to: string): string[] {
  const outbox = path.join(directory, 'outbox')
  // There is no folder before the first mail, and a mail that is being written is none yet.
  const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  const mails = names.map((name) =>
    readFileSync(path.join(outbox, name), 'utf8')
      .replace(/=\r?\n/g, '')
      .replaceAll('=3D', '='),
  )
  return mails.filter((mail) => mail.includes(to))
}
