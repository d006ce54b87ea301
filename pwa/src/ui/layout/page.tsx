// The frame and the heading of a page. On desktops all pages begin at the same place, so no title jumps.
import type { ReactNode } from 'react'

import { cx } from '../cx'

/** Class names: the space beside a page is 16 px on phones, and 32 px where the menu is beside the page. */
const PAGE_SIDES = 'px-4 md:px-8'
/** Class names: the space beside a page, and above it. */
export const PAGE_SPACE = cx(PAGE_SIDES, 'pt-4 md:pt-8')
/** Class names of a page to read or to fill in: its content is at most 1,040 px wide. */
export const PAGE = cx('w-full max-w-[69rem] pb-4 md:pb-16', PAGE_SPACE)

/**
 * Class names of one band of a list or board of the admin: title, tabs, filters or content. Its content is at most
 * 1,280 px wide.
 */
export const WIDE_BAND = cx('max-w-[84rem]', PAGE_SIDES)
/** Class names of a list or board that scrolls as a whole. */
export const WIDE_PAGE = cx(WIDE_BAND, 'w-full pt-4 pb-4 md:pt-8 md:pb-16')

type PageHeadProps = {
  title: string
  /** Shown beside the title, for example a badge. */
  mark?: ReactNode
  lead?: ReactNode
  /** Actions or tabs at the end of the title's line. */
  aside?: ReactNode
  className?: string
}

/** A page with its heading, which is at the same place on all pages. `back` is a link above the heading. */
export function Page({ back, children, ...head }: PageHeadProps & { back?: ReactNode; children: ReactNode }) {
  return (
    <div className={PAGE}>
      {back}
      <PageHead {...head} className="mb-5" />
      {children}
    </div>
  )
}

export function PageHead({ title, mark, lead, aside, className }: PageHeadProps) {
  return (
    <div className={cx('flex flex-wrap items-start justify-between gap-x-6 gap-y-3', className)}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 className="text-xl font-semibold text-ink">{title}</h1>
          {mark}
        </div>
        {typeof lead === 'string' ? <p className="mt-0.5 text-base text-pretty text-ink-2">{lead}</p> : lead}
      </div>
      {aside}
    </div>
  )
}
