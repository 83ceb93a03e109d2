import { dayText } from '../../../contract/constants/text';
import type { BranchPage } from '../../domains/door';
import { T } from '../../ui/text';
import styles from './Figures.module.css';

/** The numbers of the plots, for screen readers. */
export const DayTable = ({ days }: Pick<BranchPage, 'days'>) => (
  <table>
    <caption>
      <T id="yourPage.figures.byDay" />
    </caption>
    <thead>
      <tr>
        <th scope="col">
          <T id="yourPage.figures.day" />
        </th>
        <th scope="col">
          <T id="yourPage.figures.views" />
        </th>
        <th scope="col">
          <T id="yourPage.figures.applications" />
        </th>
      </tr>
    </thead>
    <tbody>
      {days.map(({ day, views, applications }) => (
        <tr key={day}>
          <th scope="row">{dayText(day)}</th>
          <td>{views}</td>
          <td>{applications}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Where the visitors and applicants came from. */
export const RefTable = ({ refs }: Pick<BranchPage, 'refs'>) => (
  <table className={styles.refs}>
    <caption>
      <T id="yourPage.refs.title" />
    </caption>
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">
            <T id="yourPage.refs.from" />
          </span>
        </th>
        <th scope="col">
          <T id="yourPage.figures.views" />
        </th>
        <th scope="col">
          <T id="yourPage.figures.applications" />
        </th>
      </tr>
    </thead>
    <tbody>
      {refs.map(({ ref, views, applications }) => (
        <tr key={ref}>
          <th scope="row">
            <T id={`yourPage.refs.${ref}`} />
          </th>
          <td>{views}</td>
          <td>{applications}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
