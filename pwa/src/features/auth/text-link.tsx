// Link and button for a line of text, with a tap target of full height.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

const LINK_CLASS =
  '-my-3 inline-block rounded-sm py-3 font-medium text-primary-ink underline decoration-primary-line underline-offset-4 hover:decoration-current'

/** `state.email` is the address typed so far. */
export function TextLink({
  to,
  state,
  children,
}: {
  to: string
  state?: { email: string }
  children: ReactNode
}) {
  return (
    <Link to={to} replace state={state} className={LINK_CLASS}>
      {children}
    </Link>
  )
}

export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className={LINK_CLASS}>
      {children}
    </button>
  )
}
