// The analyst on the landing page: a drawn face, because no real person should stand for an invented one.
import { cx } from '../../ui/cx'

const HAIR = '#3b2622'
const SHADE = '#c68a68'

export function Portrait({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 256 256" aria-hidden="true" className={cx('shrink-0 rounded-full', className)}>
      <path fill="#f2d8c2" d="M0 0h256v256H0z" />
      <path fill={HAIR} d="M58 112a70 78 0 0 1 140 0v84H58z" />
      <path fill={SHADE} d="M108 160h40v54h-40z" />
      <ellipse fill="#1f5f5b" cx="128" cy="270" rx="100" ry="70" />
      <ellipse fill={SHADE} cx="128" cy="209" rx="24" ry="17" />
      <ellipse fill="#dba37f" cx="128" cy="122" rx="48" ry="64" />
      <path fill={HAIR} d="M129 95H74a55 55 0 0 1 96-37z" />
      <path d="M106 121h.1M150 121h.1" stroke="#2a1b18" strokeWidth="12" strokeLinecap="round" />
      <g fill="none" strokeWidth="4">
        <path stroke={HAIR} d="M94 106a13 12 0 0 1 24 0M138 106a13 12 0 0 1 24 0" />
        <path stroke={SHADE} d="M137 137a10 13 0 0 1-18 0" />
      </g>
      <path fill="#a9504c" d="M147 157a20 14 0 0 1-38 0z" />
    </svg>
  )
}
