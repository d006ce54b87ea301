// Draws the icons of lucide-react. The build takes this function instead of the library's, which knows more
// props and other frameworks, and so would cost every start 1.2 kB.
import { createElement, type SVGProps } from 'react'

type IconData = { size: number; node: [string, Record<string, string>][] }
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

export default function createLucideIcon(icon: IconData) {
  return ({ size = 24, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: `0 0 ${icon.size} ${icon.size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': rest['aria-label'] === undefined || undefined,
        ...rest,
      },
      icon.node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
