import { Name, T } from '../../ui/text';
import styles from './Login.module.css';

const PASSWORD = 'Demo123!';

/** The fixed demo accounts, in the order that suits a first visit. */
const ACCOUNTS = [
  { email: 'root@demo.test', text: 'login.demo.root' },
  { email: 'hr@demo.test', text: 'login.demo.hr' },
  { email: 'branch@demo.test', text: 'login.demo.branch' },
  { email: 'company@demo.test', text: 'login.demo.company' },
  { email: 'empty@demo.test', text: 'login.demo.empty' },
  { email: 'closed@demo.test', text: 'login.demo.closed' },
  { email: 'worker@demo.test', text: 'login.demo.worker' },
  { email: 'other@demo.test', text: 'login.demo.other' },
] as const;

interface DemoAccountsProps {
  onChoose: (account: { email: string; password: string }) => void;
}

export const DemoAccounts = ({ onChoose }: DemoAccountsProps) => (
  <details className={styles.demo} open>
    <summary>
      <T id="login.demo.title" />
    </summary>
    <p className={styles.demoText}>
      <T
        id="login.demo.text"
        values={{
          password: (
            <code key="password" translate="no">
              {PASSWORD}
            </code>
          ),
        }}
      />
    </p>
    <ul className={styles.accounts}>
      {ACCOUNTS.map(({ email, text }) => (
        <li key={email}>
          <button type="button" className={styles.account} onClick={() => onChoose({ email, password: PASSWORD })}>
            <span className={styles.accountName}>
              <T id={text} />
            </span>
            <Name className={styles.accountMail}>{email}</Name>
          </button>
        </li>
      ))}
    </ul>
  </details>
);
