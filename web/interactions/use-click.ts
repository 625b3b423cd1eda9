import { useEffect } from 'react'

import type { TargetType } from '#contract/interaction.ts'

/** The page of an offer or a shop has been opened. What it takes to tell so is fetched behind the page. */
export function useClick(type: TargetType, id: string) {
  useEffect(() => {
    void import('./record-click.ts').then(
      ({ recordClick }) => recordClick(type, id),
      () => undefined,
    )
  }, [type, id])
}
