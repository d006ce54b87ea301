// The provider's logo or our mark, for use beside a name.
import { cx } from '../cx'
import { LogoMark } from './logo'
import { LOGO_CLASS } from './site-logo'

export function SiteMark() {
  return (
    <>
      <span role="img" aria-label="Logo" className={cx(LOGO_CLASS, 'h-8 w-24')} />
      <span className="[display:var(--site-logo-mark,block)] max-md:hidden!">
        <LogoMark />
      </span>
    </>
  )
}
