// The provider's logo, or our own logo and the product's name.
import { Logo } from '../../ui/brand/logo'
import { IfLogo } from './conditions'
import { PLACEHOLDERS } from './placeholders'

/**
 * A link to the landing page. Both logos have the same size, so that nothing shifts when an image loads.
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
