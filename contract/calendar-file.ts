/** An offer as an entry of a calendar (iCalendar, RFC 5545). Pure: the time and the city are arguments. */
import type { City } from './city.ts'
import { isOfferUpcoming } from './offer-rules.ts'
import type { Offer } from './offer.ts'
import { addDays, endOfDay, MINUTE, wallTime } from './time.ts'

type Facts = Pick<Offer, 'id' | 'title' | 'startDate' | 'endDate'> & { shop: Pick<Offer['shop'], 'name' | 'address' | 'location'> }

/** Octets of one line, its break not counted. */
const LINE = 75

/**
 * The text of an `.ics` file for the time in which an offer can still be used: from now, or from its start where that is yet to come,
 * to its end. Whole days where it ends with a day, else instants in UTC. It does not make anyone busy, and reminds on its last day.
 * Undefined for an offer without an end, which no calendar can hold. `url` is the offer's page.
 */
export function writeCalendarFile(offer: Facts, { url, now, city }: { url: string; now: number; city: Pick<City, 'timeZone'> }) {
  if (!offer.endDate) return undefined
  const end = Date.parse(offer.endDate)
  const start = offer.startDate && isOfferUpcoming(offer, now) ? Date.parse(offer.startDate) : now
  const lastDay = wallTime(end, city.timeZone).day
  // Minutes of the wall clock are compared: an end at 23:59 is the end of a day too.
  const isWholeDays = end >= endOfDay(lastDay, city.timeZone) - MINUTE + 1
  const { name, address, location } = offer.shop
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kade//Offers//EN',
    'BEGIN:VEVENT',
    `UID:offer-${offer.id}@${new URL(url).hostname}`,
    `DTSTAMP:${writeInstant(now)}`,
    ...(isWholeDays
      ? [`DTSTART;VALUE=DATE:${writeDay(wallTime(start, city.timeZone).day)}`, `DTEND;VALUE=DATE:${writeDay(addDays(lastDay, 1))}`]
      : [`DTSTART:${writeInstant(start)}`, `DTEND:${writeInstant(end)}`]),
    `SUMMARY:${escapeText(`${offer.title}, ${name}`)}`,
    `LOCATION:${escapeText([name, address].filter(Boolean).join(', '))}`,
    ...(location ? [`GEO:${location.coordinates[1]};${location.coordinates[0]}`] : []),
    `DESCRIPTION:${escapeText(url)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(`Ends soon: ${offer.title}`)}`,
    // Nine in the morning of the last day, or three hours before an end within one.
    `TRIGGER;RELATED=END:${isWholeDays ? '-PT15H' : '-PT3H'}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const writeDay = (day: string) => day.replaceAll('-', '')
/** `20261124T093000Z` */
const writeInstant = (instant: number) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Backslash, semicolon, comma and line break mean something in a value. */
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** A line is at most 75 octets long; it goes on behind a break and a space. No character is cut in two. */
function foldLine(line: string) {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const length = encoder.encode(character).length
    if (octets + length > LINE) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}
