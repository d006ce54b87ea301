// A way on in a line of text; as high as a thumb.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

const LOOK =
  '-my-3 inline-block rounded-sm py-3 font-medium text-primary-ink underline decoration-primary-line underline-offset-4 hover:decoration-current'

/** `state.email` is what was typed already. */
export function TextLink({ to, state, children }: { to: string; state?: { email: string }; children: ReactNode }) {
  return (
    <Link to={to} replace state={state} className={LOOK}>
      {children}
    </Link>
  )
}

export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className={LOOK}>
      {children}
    </button>
  )
}
