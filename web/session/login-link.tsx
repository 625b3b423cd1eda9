import { Link, useLocation, type LinkProps } from 'react-router'

import { rememberPath } from './return-path.ts'
import { LOGIN } from './session-paths.ts'

/** The way to sign in, and afterwards back to where one was. */
export function LoginLink({ onClick, ...props }: Omit<LinkProps, 'to'>) {
  const here = useLocation()
  return (
    <Link
      {...props}
      to={LOGIN}
      onClick={(event) => {
        rememberPath(here)
        onClick?.(event)
      }}
    />
  )
}
