/** Files about the site itself. */
import type { City } from '#contract/city.ts'

import { escapeXml } from './write-sitemap.ts'

export const writeRobots = (origin: string) => `User-agent: *
Disallow: /api/
Disallow: /web
Sitemap: ${origin}/sitemap.xml
`

/** The part of the sitemap with the pages that are always there. */
export const writeHomeSitemap = (paths: string[], { origin }: { origin: string }) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>\n`).join('')}</urlset>
`

/** What a phone needs to put the site among its apps. */
export const writeManifest = ({ name, locale }: Pick<City, 'name' | 'locale'>) =>
  JSON.stringify({
    name: `Kade: deals near you in ${name}`,
    short_name: 'Kade',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: locale,
    background_color: '#f4f7f3',
    theme_color: '#f4f7f3',
    icons: (['icon', 'maskable'] as const).flatMap((kind) =>
      [192, 512].map((size) => ({
        src: `/icons/${kind}-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: kind === 'icon' ? 'any' : 'maskable',
      })),
    ),
  })
