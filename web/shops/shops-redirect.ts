import { redirect } from 'react-router'

/** The directory of shops is a view of the front page (D-11). */
export const loader = () => redirect('/?view=shops')
export const clientLoader = () => redirect('/?view=shops')
