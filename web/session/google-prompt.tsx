import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useEscape } from '#web/ui/use-escape.ts'

import { LEFT, openGoogle, type GoogleProof, type GoogleStage, type GoogleStart } from './google-script.ts'

type Props = {
  /** What it is for. */
  label: string
  /** Asks our server what it begins with. */
  begin: (signal: AbortSignal) => Promise<GoogleStart>
  /** Said while the proof is on its way to our server. */
  doing: string
  /** Google has said who it is. The signal says when this place is left. */
  onProof: (proof: GoogleProof, leaving: AbortSignal) => Promise<void>
  /** It came to nothing, and why: `LEFT`, or what failed. */
  onEnd: (reason: unknown) => void
  /** Google's window seems to have been closed. It may still be gone on with. */
  onClosed?: () => void
}

/** From the press of a button to Google's proof: its script is fetched, and its own button stands here. One can always turn back, by Escape too. */
export function GooglePrompt({ label, begin, doing, onProof, onEnd, onClosed }: Props) {
  const part = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<GoogleStage | 'checking'>('opening')
  const take = useEffectEvent((proof: GoogleProof, leaving: AbortSignal) => {
    setStage('checking')
    void onProof(proof, leaving)
  })
  const end = useEffectEvent(onEnd)
  const ask = useEffectEvent(begin)
  const follow = useEffectEvent((next: GoogleStage) => {
    setStage(next)
    if (next === 'closed') onClosed?.()
  })
  useEscape(part, () => stage === 'checking' || onEnd(LEFT))
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    part.current?.focus()
    openGoogle(place.current!, { begin: (asking) => ask(asking), signal, onStage: (next) => signal.aborted || follow(next) }).then(
      (proof) => signal.aborted || take(proof, signal),
      (error: unknown) => signal.aborted || end(error),
    )
    return () => leaving.abort()
  }, [])
  const words = {
    opening: 'Opening Google…',
    open: 'Press Google’s button to go on.',
    away: 'Go on in Google’s window.',
    closed: 'Closed the window? Press Google’s button again, or cancel.',
    blocked: 'No window? Let this site open one, and press again.',
    checking: doing,
  }[stage]
  return (
    <div ref={part} className="google-prompt" role="group" aria-label={label} tabIndex={-1}>
      <p role="status" className={stage === 'opening' || stage === 'checking' ? 'spin' : 'muted'}>
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
