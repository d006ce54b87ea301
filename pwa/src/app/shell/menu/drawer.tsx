// The menu on narrow screens.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { PRODUCT_NAME } from '../../../lib/product'
import { IconButton } from '../../../ui/button'
import { Drawer } from '../../../ui/overlay/drawer'
import { SiteLogo } from '../../../ui/brand/site-logo'
import { DashboardViews } from './dashboard-views'
import { Nav } from './nav'

type MenuDrawerProps = { open: boolean; onClose: () => void; foot: ReactNode }

export default function MenuDrawer({ open, onClose, foot }: MenuDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} title="Menu">
      <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
        <SiteLogo name={PRODUCT_NAME} />
        <IconButton label="Close menu" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex flex-1 flex-col overflow-y-auto p-3">
        <Nav onFollow={onClose} views={<DashboardViews onFollow={onClose} />} />
      </div>
      {foot}
    </Drawer>
  )
}
