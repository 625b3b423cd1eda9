/**
 * The scripts of the pages that one goes to from a list, fetched before they are asked for: on a line that breaks off in the street the
 * router would otherwise load the whole page anew, which nobody answers.
 */
const NEXT = ['offers/offer-page', 'shops/shop-page', 'likes/liked-offers-page', 'likes/liked-shops-page', 'profile/profile-page']

type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> }

export function warmPages() {
  const { __reactRouterManifest: manifest } = window as unknown as { __reactRouterManifest?: Manifest }
  const files = new Set(NEXT.flatMap((name) => [manifest?.routes[name]?.module, ...(manifest?.routes[name]?.imports ?? [])]))
  for (const file of files) {
    if (!file || document.querySelector(`link[rel=modulepreload][href="${file}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: file }))
  }
}
