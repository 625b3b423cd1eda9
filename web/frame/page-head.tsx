import { useRouteLoaderData } from 'react-router'

import { cutText } from '#contract/clean-text.ts'

type Props = {
  title: string
  description?: string | null | undefined
  /** The address under which this page is known, from the first slash on; other addresses that show it name this one. */
  path?: string
  /** What shows where somebody shares a link to it: the address of a picture of 1200 by 630. */
  image?: string
  /** What it is, for search engines: a thing of schema.org. */
  data?: (toUrl: (path: string) => string) => object
}

/** The title of a page and what others are told of it, wherever in it this stands: React puts them into the head. */
export function PageHead({ title, description, path, image, data }: Props) {
  const publicUrl = useRouteLoaderData<{ publicUrl?: string }>('root')?.publicUrl
  const toUrl = (address: string) => (publicUrl ?? '') + address
  const short = description && cutText(description.replace(/\s+/g, ' '), 160)
  return (
    <>
      <title>{title}</title>
      {short && <meta name="description" content={short} />}
      {path !== undefined && publicUrl && <link rel="canonical" href={toUrl(path)} />}
      {path !== undefined && (
        <>
          <meta property="og:site_name" content="Kade" />
          <meta property="og:type" content="website" />
          <meta property="og:title" content={title.replace(/ \| Kade$/, '')} />
          {short && <meta property="og:description" content={short} />}
          <meta property="og:url" content={toUrl(path)} />
        </>
      )}
      {image && (
        <>
          <meta property="og:image" content={toUrl(image)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={title.replace(/ \| Kade$/, '')} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {data && <script type="application/ld+json">{writeData({ '@context': 'https://schema.org', ...data(toUrl) })}</script>}
    </>
  )
}

/** This address is not worth finding: a search that found nothing. */
export const NoIndex = () => <meta name="robots" content="noindex" />

/** JSON that can end no script and no line, whatever a shop has written. A block of data: nothing runs it, and no policy for scripts minds it. */
export const writeData = (data: object) =>
  JSON.stringify(data).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
