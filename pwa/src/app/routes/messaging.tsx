// The address /dashboard/messaging.
import { MessagesSquare } from 'lucide-react'

import { PRODUCT_NAME } from '../../lib/product'
import { EmptyState } from '../../ui/empty-state'

export default function MessagingRoute() {
  return (
    <>
      <title>{`Messaging · ${PRODUCT_NAME}`}</title>
      <EmptyState icon={<MessagesSquare size={22} aria-hidden="true" />} title="No messages yet" />
    </>
  )
}
