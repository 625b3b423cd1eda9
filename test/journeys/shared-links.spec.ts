/** What others are told of a page: search engines, feed readers, and whoever shows a link that was shared. */
import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { dayFromNow, findOffer, importRows } from './city.ts'

const PUBLIC_URL = 'https://deals.example'
let server: Server
let remove: () => void

test.beforeAll(async () => {
  const data = makeDataDirectory({ holds: 'city' })
  remove = data.remove
  server = await startServer({ directory: data.directory, variables: { PUBLIC_URL } })
})
test.afterAll(async () => {
  await server.stop()
  remove()
})

const TITLE = 'Tapir </script><script>alert(1)</script> tea'
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&')

test('an offer and a shop name their one address, a picture that is there, and what they are as data that no text can break out of', async ({
  request,
}) => {
  await importRows(
    request,
    server.adminKey,
    [
      {
        title: TITLE,
        category: 'Food',
        shop: 'Tapir Tea',
        address: '3 Snout Lane',
        latitude: '6.9',
        longitude: '79.86',
        hours: 'mon-sat 09:00-18:00; sun closed',
        original_price: '1000',
        discounted_price: '750',
        end_date: dayFromNow(9),
      },
    ],
    server.url,
  )
  const { offer, shop } = await findOffer(request, 'Tapir', server.url)
  for (const [path, type] of [
    [`/offers/${offer}`, 'Offer'],
    [`/shops/${shop}`, 'LocalBusiness'],
  ] as const) {
    const html = await (await request.get(`${server.url + path}?from=elsewhere`)).text()
    expect(find(html, /<link rel="canonical" href="([^"]+)"/)).toBe(PUBLIC_URL + path)
    expect(html).not.toContain('<script>alert')
    const image = find(html, /<meta property="og:image" content="([^"]+)"/)!
    const picture = await request.get(server.url + image.slice(PUBLIC_URL.length), { maxRedirects: 0 })
    expect([image.startsWith(PUBLIC_URL), picture.status(), picture.headers()['content-type']]).toEqual([true, 200, 'image/png'])
    const data = JSON.parse(find(html, /<script type="application\/ld\+json">([^<]+)<\/script>/)!) as Record<string, unknown>
    expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': type, url: PUBLIC_URL + path, image })
    if (type === 'Offer') {
      expect(data).toMatchObject({ name: TITLE, price: 750, priceCurrency: 'LKR', seller: { name: 'Tapir Tea' } })
      expect(data['validThrough']).toMatch(new RegExp(`^${dayFromNow(9)}`))
    } else {
      expect(data).toMatchObject({ address: '3 Snout Lane', geo: { latitude: 6.9, longitude: 79.86 } })
      expect(data['openingHoursSpecification']).toContainEqual({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: 'Monday',
        opens: '09:00',
        closes: '18:00',
      })
    }
  }
})

test('wishes that nobody searches the web for name the plain page, a search without results asks not to be found, and every list has its feed', async ({
  request,
}) => {
  const open = async (path: string) => (await request.get(server.url + path)).text()
  const canonicalOf = (html: string) => find(html, /<link rel="canonical" href="([^"]+)"/)
  expect(canonicalOf(await open('/?sort=discount&tags=tea'))).toBe(`${PUBLIC_URL}/`)
  expect(canonicalOf(await open('/?category=Made+up'))).toBe(`${PUBLIC_URL}/`)
  expect(canonicalOf(await open('/?view=shops'))).toBe(`${PUBLIC_URL}/?view=shops`)
  const food = await open('/?category=Food')
  expect(canonicalOf(food)).toBe(`${PUBLIC_URL}/?category=Food`)
  expect(food).not.toContain('name="robots"')
  expect(find(food, /type="application\/atom\+xml"[^>]* href="([^"]+)"/)).toBe('/feed.atom?category=Food')
  expect((await request.get(`${server.url}/feed.atom?category=Food`)).status()).toBe(200)
  expect(await open('/?q=nothing-is-called-that')).toContain('<meta name="robots" content="noindex"/>')
})
