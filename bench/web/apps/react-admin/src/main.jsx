import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import './admin.css';
import { Customers } from './Customers.jsx';
import { Feature } from './Feature.jsx';
import { Invite } from './Invite.jsx';
import { Orders } from './Orders.jsx';
import { Products } from './Products.jsx';
import { Sales } from './Sales.jsx';

createRoot(document.getElementById('root')).render(
  <QueryClientProvider client={new QueryClient()}>
    <h1>Orders admin</h1>
    <div className="grid">
      <Customers />
      <Orders />
      <Sales />
      <Invite />
      <Feature />
      <Products />
    </div>
  </QueryClientProvider>,
);
