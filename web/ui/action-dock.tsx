import type { ReactNode } from 'react'

/** On a phone, what a page is there for, at the lower edge and above the navigation. Wider screens have it in the page. */
export const ActionDock = ({ children }: { children: ReactNode }) => (
  <div className="acts" role="group" aria-label="Actions">
    {children}
  </div>
)
