// The link from a page back to its parent page. It is above the title, at the same height on all pages.
import { ArrowLeft } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'

const LINK_CLASS =
  '-mt-3 -ml-1 inline-flex h-control items-center gap-1.5 rounded-md px-1 text-sm font-medium text-ink-2 hover:text-ink'

type BackLinkProps = Pick<LinkProps, 'to' | 'replace' | 'state'> & { children: string }

export function BackLink({ children, ...link }: BackLinkProps) {
  return (
    <Link {...link} className={LINK_CLASS}>
      <ArrowLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}

/** A button that looks like `BackLink`, for when going back needs more than a link. */
export function BackButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={LINK_CLASS}>
      <ArrowLeft size={16} aria-hidden="true" />
      {children}
    </button>
  )
}
