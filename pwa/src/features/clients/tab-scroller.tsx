// The content of a tab of the admin dashboard. Its scroll bar is at the edge of the window.
import type { ReactNode, Ref } from 'react'

import { cx } from '../../ui/cx'
import { WIDE_BAND } from '../../ui/layout/page'

export function TabScroller({ box, children }: { box?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto">
      <div className={cx(WIDE_BAND, 'pb-6')}>{children}</div>
    </div>
  )
}
