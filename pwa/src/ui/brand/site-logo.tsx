// The provider's logo, or our mark and the product's name. /theme.css decides which of them is shown, so
// nothing shifts later.
import { cx } from '../cx'
import { Logo } from './logo'

/** The class names of the provider's logo. */
export const LOGO_CLASS =
  'shrink-0 rounded-sm [display:var(--site-logo-image,none)] [background:light-dark(transparent,#fff)_var(--site-logo)_left/contain_no-repeat_content-box_border-box] dark:p-1'

export function SiteLogo({ name, className }: { name: string; className?: string }) {
  return (
    <>
      <span role="img" aria-label={name} className={cx(LOGO_CLASS, 'h-9 w-36')} />
      <Logo name={name} className={cx('[display:var(--site-logo-mark,inline-flex)]!', className)} />
    </>
  )
}
