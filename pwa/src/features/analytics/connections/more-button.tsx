// The button of a source's menu.
import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Button } from '../../../ui/button'

export function MoreButton(props: ComponentProps<typeof Button>) {
  return (
    <Button {...props} icon={<Ellipsis size={16} aria-hidden="true" />}>
      More
    </Button>
  )
}
