import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { LEFT, openGoogle, type GoogleProof, type GoogleStage } from './google-script.ts'

type Props = {
  /** Said while the proof is on its way to our server. */
  doing: string
  /** Google has said who it is. */
  onProof: (proof: GoogleProof) => Promise<void>
  /** It came to nothing, and why: `LEFT`, or what failed. */
  onEnd: (reason: unknown) => void
}

/** From the press of a button to Google's proof: its script is fetched, and its own button stands here. One can always turn back. */
export function GoogleWay({ doing, onProof, onEnd }: Props) {
  const part = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<GoogleStage | 'checking'>('opening')
  const take = useEffectEvent((proof: GoogleProof) => {
    setStage('checking')
    void onProof(proof)
  })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    part.current?.focus()
    openGoogle(place.current!, { signal, onStage: setStage }).then(
      (proof) => signal.aborted || take(proof),
      (error: unknown) => signal.aborted || end(error),
    )
    return () => leaving.abort()
  }, [])
  const words = { opening: 'Opening Google…', open: undefined, away: 'Go on in Google’s window.', checking: doing }[stage]
  return (
    <div ref={part} className="google-way" role="group" aria-label="Sign in with Google" tabIndex={-1}>
      <p role="status" className={stage === 'opening' || stage === 'checking' ? 'spin' : 'muted'} hidden={!words}>
        {words}
      </p>
      <div ref={place} className="google-place" hidden={stage === 'opening' || stage === 'checking'} />
      {stage !== 'checking' && (
        <button type="button" className="btn quiet" onClick={() => onEnd(LEFT)}>
          Cancel
        </button>
      )}
    </div>
  )
}
