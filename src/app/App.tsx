import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { PersistGate } from 'redux-persist/integration/react';
import type { Composition } from './compose';
import { Localised } from './Localised';

/** The whole program: store, texts, pages. */
export const App = ({ store, persistor, router }: Composition) => (
  <StrictMode>
    <Provider store={store}>
      <PersistGate loading={null} persistor={persistor}>
        <Localised>
          <RouterProvider router={router} />
        </Localised>
      </PersistGate>
    </Provider>
  </StrictMode>
);
