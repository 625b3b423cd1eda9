import type { ReactNode, RefObject } from 'react'

import { NoIndex, PageHead } from '#web/frame/page-head.tsx'
import { useAlive } from '#web/lib/use-alive.ts'
import { LoginLink } from '#web/session/login-link.tsx'

import type { LikedWords } from './liked-words.ts'

/** The page around a list of likes. */
export const LikedFrame = ({ words, children }: { words: LikedWords; children: ReactNode }) => (
  <div className="wrap liked pb-14">
    <PageHead title={`${words.title} | Kade`} />
    <NoIndex />
    {children}
  </div>
)

type HeadProps = { words: LikedWords; total?: number | undefined; heading?: RefObject<HTMLHeadingElement | null> }

/** The heading, which takes the focus when the last card has gone, and below it how many there are: what says that they are on their way stands there too. */
export const LikedHead = ({ words, total, heading }: HeadProps) => (
  <>
    <h1 className="page-title mb-1" ref={heading} tabIndex={-1}>
      {words.title}
    </h1>
    {total !== undefined && total > 0 && (
      <p className="muted mb-5" role="status">
        {words.count(total)}
      </p>
    )}
  </>
)

/**
 * What the server knows of it: nothing, for whose likes they are the browser alone knows (D-58). Who is signed out while the page is open, by
 * another tab for example, is told so.
 */
export function LikedShell({ words, children }: { words: LikedWords; children: ReactNode }) {
  const isAlive = useAlive()
  return (
    <>
      <LikedHead words={words} />
      {isAlive ? (
        <p>
          You are signed out. <LoginLink className="link">Sign in</LoginLink>
        </p>
      ) : (
        <>
          <p className="scripted:hidden">{words.noScripts}</p>
          <div className="scripted-only">
            <p className="spin" role="status">
              {words.loading}
            </p>
            {children}
          </div>
        </>
      )}
    </>
  )
}
