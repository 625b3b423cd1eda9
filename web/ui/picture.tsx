import { useState } from 'react'

import { pictureSet } from '#contract/picture-rules.ts'
import { useDataSaving } from '#web/lib/data-saving.ts'

type Props = {
  /** A picture of ours, or from somewhere on the web, or none. */
  src: string | null
  /** The address of what is drawn where there is none, or where it is dead. */
  cover: string
  /** What it shows. A cover shows nothing that the words beside it do not say, so it never has a text. */
  alt?: string
  /** The first picture of a page; the others wait until they come near. */
  isFirst?: boolean
  /** It takes the width of a page and not of a card. */
  isWide?: boolean
}

/** How wide a frame is, for the browser to choose by; of those that wait it knows it itself. */
const SIZES = {
  card: '(min-width: 64rem) 19rem, (min-width: 48rem) 31vw, (min-width: 30rem) 46vw, 94vw',
  wide: '(min-width: 64rem) 45rem, 94vw',
}

/**
 * A picture in a frame of its own shape, so that nothing moves when it comes. Its host learns nothing about the page. The inks of the
 * category lie behind it and show where neither it nor the cover can be had. Who saves data gets the cover, which is a few kilobytes.
 */
export function Picture({ src, cover, alt = '', isFirst = false, isWide = false }: Props) {
  const [dead, setDead] = useState<string>()
  const isSaving = useDataSaving()
  const isCover = !src || dead === src || isSaving
  const srcSet = isCover ? undefined : pictureSet(src)
  const sizes = isWide ? SIZES.wide : SIZES.card
  // It may have failed before this ran, when nobody listened yet.
  const look = (image: HTMLImageElement | null) => {
    if (image && src && !isCover && image.complete && image.naturalWidth === 0) setDead(src)
  }
  return (
    <div className="art">
      <img
        key={isCover ? cover : src}
        ref={look}
        {...(srcSet && { srcSet, sizes: isFirst ? sizes : `auto, ${sizes}` })}
        src={isCover ? cover : src}
        alt={isCover ? '' : alt}
        width={400}
        height={300}
        decoding={isFirst ? 'sync' : 'async'}
        onError={() => src && setDead(src)}
        {...(!isCover && { referrerPolicy: 'no-referrer' as const })}
        {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </div>
  )
}
