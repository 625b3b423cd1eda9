/** Copies the objects that covers use out of the illustration set into api/pictures/art/objects.json: node tools/make-cover-icons.ts */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { SHELF, WORDS } from '#api/pictures/art/words.ts'

type IconSet = { icons: Record<string, { body: string } | undefined> }
const set = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
) as IconSet

/** Gradients do not print in four inks, and very detailed drawings are too heavy for a cover. */
const LONGEST = 4_200
const isPrintable = (body: string) => !body.includes('url(') && body.length < LONGEST

const names = [...new Set([...Object.values(SHELF).flat(), ...WORDS.flatMap(([, objects]) => objects)])].toSorted()
const objects: Record<string, string> = {}
for (const name of names) {
  const body = set.icons[name]?.body
  if (body && isPrintable(body)) objects[name] = body.replace(/(\d+\.\d)\d+/g, '$1')
}
const note = 'Fluent Emoji by Microsoft, MIT licence, from @iconify-json/fluent-emoji-flat. Made by tools/make-cover-icons.ts.'
writeFileSync(new URL('../api/pictures/art/objects.json', import.meta.url), `${JSON.stringify({ note, objects }, null, 1)}\n`)
process.stdout.write(`${Object.keys(objects).length} of ${names.length} objects\n`)
