/**
 * A picture from somewhere on the web, or none: the inks of the category lie behind it and show where it is missing or dead. Its own
 * host learns nothing about the page.
 */
export const Picture = ({ src, isFirst = false }: { src: string | null; isFirst?: boolean }) => (
  <div className="art">
    {src && (
      <img
        src={src}
        alt=""
        width={400}
        height={300}
        decoding="async"
        referrerPolicy="no-referrer"
        loading={isFirst ? 'eager' : 'lazy'}
        {...(isFirst && { fetchPriority: 'high' as const })}
      />
    )}
  </div>
)
