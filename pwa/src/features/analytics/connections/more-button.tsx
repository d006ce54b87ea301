// The button of a source's menu, in the corner of its card.
import { Ellipsis } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'

import { IconButton } from '../../../ui/button'

export function MoreButton(props: ComponentPropsWithRef<'button'> & { label: string }) {
  return (
    <IconButton {...props}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
}
