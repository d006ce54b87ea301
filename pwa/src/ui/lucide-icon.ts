// Draws the icons of lucide-react. The build replaces the library's function by this one, because the
// library's function supports more props and frameworks and would add 1.2 kB to every start.
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
