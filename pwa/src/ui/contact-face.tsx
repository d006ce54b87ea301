// The picture of the admin who looks after a client.
import { PRODUCT_NAME } from '../lib/product'
import { Avatar } from './avatar'
import { Face } from './face'
import { Skeleton } from './feedback/skeleton'

/** `contact` is undefined until it is loaded; null if the whole team looks after the client. */
export function ContactFace({ contact }: { contact: string | null | undefined }) {
  if (contact === undefined) return <Skeleton className="size-9 rounded-full" />
  return contact === null ? <Avatar name={PRODUCT_NAME} /> : <Face name={contact} />
}
