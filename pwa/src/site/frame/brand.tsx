// The provider's logo, or our mark and the product's name.
import { Logo } from '../../ui/brand/logo'
import { IfLogo } from './conditions'
import { PLACEHOLDERS } from './placeholders'

/**
 * A link to the landing page. Its size is the same for logo and mark, so that nothing shifts when it loads.
 */
export function Brand() {
  return (
    <a href="/" className="flex h-11 shrink-0 items-center rounded-sm">
      <IfLogo
        then={
          <img
            src={PLACEHOLDERS.logoUrl}
            alt={PLACEHOLDERS.name}
            width={160}
            height={40}
            fetchPriority="low"
            className="h-10 w-40 rounded-sm bg-[light-dark(transparent,#ffffff)] object-contain object-left dark:p-1"
          />
        }
        otherwise={<Logo name={PLACEHOLDERS.name} className="text-lg" />}
      />
    </a>
  )
}
